/** Replaces a secret on a screen that others may see; it does not reveal the secret's length. */
export const HIDDEN = '•'.repeat(16)
