"""Exercise sheets: the path's exercises with the numbers of a seed, solutions apart."""
