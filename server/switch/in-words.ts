/** A moment as a receipt says it, to the minute. */
export const inWords = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
