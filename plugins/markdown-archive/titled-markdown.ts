export interface TitledMarkdown {
  readonly title: string
  /** Null where the file says nothing. */
  readonly order: number | null
  readonly content: string
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/
const LONGEST_FRONT = 20_000

/**
 * What a file of markdown is called, and its text: the title of its front matter, else its first heading when it stands at
 * the top, else the name of the file. The front matter is left out, as nobody reads it; the heading stays.
 */
export function titledMarkdown(text: string, name: string): TitledMarkdown {
  const [whole = '', front = ''] = FRONT_MATTER.exec(text.slice(0, LONGEST_FRONT)) ?? []
  // A line between two rules is no front matter.
  const fields = fieldsIn(front)
  const content = (fields.size > 0 ? text.slice(whole.length) : text).replace(/^\uFEFF/, '')
  const heading = /^\s*#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)/.exec(content)?.[1]
  const order = Number(fields.get('order') ?? fields.get('weight') ?? fields.get('sidebar_position') ?? Number.NaN)
  return {
    title: fields.get('title') || plain(heading ?? '') || name,
    order: Number.isSafeInteger(order) && order >= 0 ? order : null,
    content,
  }
}

/** The plain fields of front matter: `key: value`, with or without quotes. */
function fieldsIn(front: string): ReadonlyMap<string, string> {
  return new Map(
    front.split(/\r?\n/).flatMap((line) => {
      const [, key = '', value = ''] = /^([a-z][\w-]*)[ \t]*:[ \t]*(.*?)[ \t]*$/i.exec(line) ?? []
      return key === '' ? [] : [[key.toLowerCase(), value.replace(/^(["'])(.*)\1$/, '$2')] as const]
    }),
  )
}

/** A heading without the marks of markdown. */
const plain = (heading: string): string =>
  heading
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`]/g, '')
    .trim()
