/** A signature is used immediately; the tolerance is for servers whose clock differs a little. */
export const GOOD_FOR_SECONDS = 300
