import type { PageKind } from '#core/plugin.ts'

/** Recognises content like `slow 1500`, and takes so many milliseconds of the processor to render it, or for ever for `slow for ever`. */
export const pageKind: PageKind = {
  id: 'slow',
  module: import.meta.url,
  itemTypes: [],
  recognises: (content) => content.startsWith('slow '),
  empty: () => 'slow 0',
  textOf: (content) => content,
  render(content) {
    const ms = content === 'slow for ever' ? Infinity : Number(content.split(' ')[1])
    // Asking takes time of the system.
    const usedMs = (): number => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1_000
    }
    for (const until = usedMs() + ms; usedMs() < until;);
    // Different for each call, so that it shows whether a result was kept.
    return `Rendered by call ${performance.timeOrigin + performance.now()}`
  },
}
