import type { ExportedThread, Language } from '#core/plugin.ts'

const WORDS = {
  en: { comments: 'Comments', resolved: 'Resolved', somebody: 'Deleted account' },
  'zh-cn': { comments: '评论', resolved: '已解决', somebody: '已删除的账号' },
} as const

/** The comments on a page, as a markdown file beside it. */
export function commentsFile(title: string, threads: readonly ExportedThread[], language: Language): string {
  const words = WORDS[language]
  const parts = threads.map(({ quote, isResolved, comments }) =>
    [
      ...(quote === '' ? [] : [quote.replaceAll(/^/gm, '> ')]),
      ...comments.map(({ author, text, at }) => `**${author || words.somebody}** ${dayOf(at)}\n\n${text}`),
      ...(isResolved ? [`*${words.resolved}*`] : []),
    ].join('\n\n'),
  )
  return `# ${title}: ${words.comments}\n\n${parts.join('\n\n---\n\n')}\n`
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
