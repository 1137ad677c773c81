let account = ''

/** Remembers whose document this is: the id of the account, '' for visitors. */
export const openAs = (id: string): void => {
  account = id
}

/**
 * Whose document this is. Sent with every call, so that the server refuses calls from this window once somebody else
 * has logged in in this browser.
 */
export const openedAs = (): string => account
