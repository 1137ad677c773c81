/** A signature is used at once; servers whose clock differs a little take it all the same. */
export const GOOD_FOR_SECONDS = 300
