/** A time as shown in receipts, to the minute. */
export const inWords = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
