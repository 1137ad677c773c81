/** Set by the preparation of a run, for all of its workers. */
export const RUN_FOLDER_VARIABLE = 'OCTAVO_TEST_RUN'

/** What all workers of one run have in common. */
export function runFolder(): string {
  const folder = process.env[RUN_FOLDER_VARIABLE]
  if (!folder) throw new Error(`${RUN_FOLDER_VARIABLE} is not set: the run was not prepared`)
  return folder
}
