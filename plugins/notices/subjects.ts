/** What people look for notices by. */
export const SUBJECTS = ['comments', 'items', 'teams', 'site'] as const
