let account = ''

/** Remembers whose document this is: the id of the account, '' for visitors. */
export const openAs = (id: string): void => {
  account = id
}

/**
 * Whose document this is. It goes along with every call, so that the server refuses what comes from a window of somebody
 * else once another person has logged in in this browser.
 */
export const openedAs = (): string => account
