/** What stands for a secret on a screen that others look at; it does not tell how long the secret is. */
export const HIDDEN = '•'.repeat(16)
