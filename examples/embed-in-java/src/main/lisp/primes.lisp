; Prints the primes below 100. Lists and numbers are objects of a Coex heap.

(set remainder (function (n d) (if (< n d) n (remainder (- n d) d))))

(set divides (function (d n) (= (remainder n d) 0)))

(set prime (function (n d)
    (if (< n (* d d)) 1
        (if (divides d n) () (prime n (+ d 1))))))

(set primes (function (n end)
    (if (= n end) ()
        (if (prime n 2) (pair n (primes (+ n 1) end)) (primes (+ n 1) end)))))

(print (primes 2 100))
