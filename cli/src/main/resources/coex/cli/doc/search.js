// Looks for what is typed in titles first, then in texts: as it stands, then its words one by one. "/" goes to the field, Enter to the first result.
(function () {
    "use strict";
    var field = document.getElementById("search");
    var results = document.getElementById("results");
    var up = document.body.dataset.up;
    var most = 20;

    function rank(page, wanted) {
        var title = page[0].toLowerCase();
        var last = title.slice(title.lastIndexOf(".") + 1);
        if (title === wanted) return 0;
        if (last === wanted) return 1;
        if (title.startsWith(wanted)) return 2;
        if (title.includes(wanted)) return 3;
        var text = page[3].toLowerCase();
        if (text.includes(wanted)) return 4;
        var all = title + " " + text;
        var hasEach = wanted.split(/\s+/).every(function (word) {
            return all.includes(word);
        });
        return hasEach ? 5 : -1;
    }

    function find(wanted) {
        var found = [];
        window.coexPages.forEach(function (page, index) {
            var how = rank(page, wanted);
            if (how >= 0) found.push({ page: page, how: how, index: index });
        });
        found.sort(function (a, b) {
            return a.how - b.how || a.index - b.index;
        });
        return found.slice(0, most);
    }

    function excerpt(text, wanted) {
        var at = text.toLowerCase().indexOf(wanted);
        if (at < 0) at = text.toLowerCase().indexOf(wanted.split(/\s+/)[0]);
        var from = Math.max(0, at - 40);
        return (from > 0 ? "…" : "") + text.slice(from, from + 160);
    }

    function item(page, wanted) {
        var li = document.createElement("li");
        var a = document.createElement("a");
        a.href = up + page[2];
        a.textContent = page[0] + (page[1] ? " · " + page[1] : "");
        var small = document.createElement("small");
        small.textContent = excerpt(page[3], wanted);
        li.append(a, small);
        return li;
    }

    function show() {
        var wanted = field.value.trim().toLowerCase();
        results.replaceChildren();
        results.hidden = wanted === "";
        if (wanted === "") return;
        var found = find(wanted);
        found.forEach(function (each) {
            results.append(item(each.page, wanted));
        });
        if (found.length === 0) {
            var li = document.createElement("li");
            li.textContent = "Nothing found.";
            results.append(li);
        }
    }

    field.addEventListener("input", show);
    field.addEventListener("keydown", function (event) {
        var first = results.querySelector("a");
        if (event.key === "Enter" && first) location.href = first.href;
        if (event.key === "Escape") {
            field.value = "";
            show();
        }
    });
    results.addEventListener("click", function (event) {
        if (event.target.closest("a")) {
            field.value = "";
            results.hidden = true;
        }
    });
    document.addEventListener("keydown", function (event) {
        if (event.key === "/" && document.activeElement !== field) {
            event.preventDefault();
            field.focus();
        }
    });
})();
