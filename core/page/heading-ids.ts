/** Creates the ids that the headings of one article get when it is shown: unique ones, in linear time. */
export class HeadingIds {
  readonly #used = new Set<string>()
  // The number of uses of each text: a page with a thousand equal headings does not count from one each time.
  readonly #counts = new Map<string, number>()

  next(title: string): string {
    const slug = slugOf(title)
    let count = this.#counts.get(slug) ?? 0
    let id = count === 0 ? slug : `${slug}-${count}`
    while (this.#used.has(id)) id = `${slug}-${(count += 1)}`
    this.#counts.set(slug, count + 1)
    this.#used.add(id)
    return id
  }
}

/** Letters and digits of any script, joined by hyphens. */
const slugOf = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'section'
