/** Only released versions: nobody is offered a pre-release. */
export const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/

/** The file with the version that the next start runs, beside the folders of the versions. */
export const ACTIVE = 'active.json'

/** Whether the first version is newer than the other one. */
export function isNewer(version: string, other: string): boolean {
  const [these, those] = [version, other].map((each) => each.split('.').map(Number))
  const at = [0, 1, 2].find((place) => these?.[place] !== those?.[place])
  return at !== undefined && (these?.[at] ?? 0) > (those?.[at] ?? 0)
}
