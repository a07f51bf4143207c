"""Rolling-origin evaluation of predictors: errors, skill against the last value, tests of the differences."""
