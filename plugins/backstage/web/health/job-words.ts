/** Jobs of the product with a text here; those of plugins are shown by their names. */
export const WORDED_JOBS = [
  'account.sendCaptcha',
  'account.sendConfirmationLink',
  'account.sendInvitation',
  'account.sendResetLink',
  'account.tellFormerAddress',
  'attachments.sweep',
  'database.upkeep',
  'items.endRecycled',
  'site.plannedBackup',
  'site.sweep',
  'site.tellOfTrouble',
  'task.sweep',
  'team.followWord',
] as const
