/** Without these it is not a ShowDoc, whatever prefix their names have. */
export const ESSENTIAL_TABLES = ['user', 'item', 'page'] as const

/** The prefixes, in small letters, with which names are those of a ShowDoc's tables; '' for none. */
export function prefixesOf(names: readonly string[]): readonly string[] {
  const lower = new Set(names.map((name) => name.toLowerCase()))
  const prefixes = [...lower].flatMap((name) => (name.endsWith('page') ? [name.slice(0, -'page'.length)] : []))
  return prefixes.filter((prefix) => ESSENTIAL_TABLES.every((name) => lower.has(prefix + name)))
}

export const inQuotes = (prefixes: readonly string[]): string => prefixes.map((prefix) => `"${prefix}"`).join(', ')

/** What a refusal of a file with several ShowDocs says. */
export const ofSeveral = (file: string, prefixes: readonly string[]) => ({
  file,
  prefixes: inQuotes(prefixes),
})
