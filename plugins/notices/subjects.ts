/** The subjects by which people filter notices. */
export const SUBJECTS = ['comments', 'items', 'teams', 'site'] as const
