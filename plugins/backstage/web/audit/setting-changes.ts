/** A changed setting in an entry of the audit record. */
export interface SettingChange {
  readonly name: string
  /** Both are null where the record has the name alone: for secrets and long values. */
  readonly before: unknown
  readonly after: unknown
}

// A value is JSON without objects: a text, a list of texts, a number or a flag.
const TEXT = String.raw`"(?:[^"\\]|\\.)*"`
const VALUE = String.raw`${TEXT}|\[(?:${TEXT})?(?:,${TEXT})*\]|-?[\d.e+-]+|true|false`
const CHANGE = new RegExp(String.raw`([\w-]+)(?:: (${VALUE}) → (${VALUE}))?(?:, |$)`, 'y')

/** The changes in the detail of an entry; null when it says something else. */
export function settingChangesIn(detail: string): readonly SettingChange[] | null {
  const changes: SettingChange[] = []
  const pattern = new RegExp(CHANGE)
  while (pattern.lastIndex < detail.length) {
    const found = pattern.exec(detail)
    if (!found) return null
    const [, name = '', before = 'null', after = 'null'] = found
    changes.push({ name, before: JSON.parse(before) as unknown, after: JSON.parse(after) as unknown })
  }
  return changes
}
