/**
 * Who sees and writes comments. editors: people who may edit there · members: everybody with a role in the item ·
 * accounts: every logged-in reader. From the fewest people to the most.
 */
export const COMMENTERS = ['editors', 'members', 'accounts'] as const
export type Commenters = (typeof COMMENTERS)[number]

/** Whether comments are open to more people than before. */
export const isWider = (commenters: Commenters, before: Commenters): boolean =>
  COMMENTERS.indexOf(commenters) > COMMENTERS.indexOf(before)
