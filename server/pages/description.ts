const READ_CHARACTERS = 20_000
const SHOWN_CHARACTERS = 200
/** Elements that say little without their layout. */
const LEFT_OUT = /<(pre|table|svg)\b[\s\S]*?(<\/\1>|$)/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The beginning of an article as plain text on one line; '' when it has no text. */
export function descriptionOf(html: string): string {
  const text = html
    .slice(0, READ_CHARACTERS)
    .replaceAll(LEFT_OUT, ' ')
    // The last tag may have been cut off.
    .replaceAll(/<[^>]*(>|$)/g, ' ')
    .replaceAll(/&([a-z]+|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = [...text]
  return characters.length <= SHOWN_CHARACTERS
    ? text
    : `${characters
        .slice(0, SHOWN_CHARACTERS - 1)
        .join('')
        .trim()}…`
}
