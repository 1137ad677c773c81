import type { Language } from '#core/plugin.ts'

/** What a format cannot represent, for the notices to people. */
export type Loss = 'noAddress' | 'method' | 'sameAddress' | 'fragment' | 'rows' | 'scripts' | 'fields' | 'broken'

const WORDS: Readonly<
  Record<Language, Readonly<Record<Loss | 'pages' | 'title', string>> & { readonly more: string }>
> = {
  en: {
    title: 'This file differs from the pages:',
    pages: 'Pages that are no API documents, and are not in this file: ',
    noAddress: 'Without an address, and not in this file: ',
    method: 'With a method that OpenAPI 3.1 does not know, and not in this file: ',
    sameAddress: 'With the method and the path of another page, and told apart by a number behind the path: ',
    fragment: 'Without the part of the address behind #: ',
    rows: 'Without parameters that are switched off, named twice, or said to be in the path and are not: ',
    scripts: 'Without scripts: ',
    fields: 'Without the descriptions of fields in bodies and answers: ',
    broken: 'Read as far as possible, since the content is no valid JSON: ',
    more: ' and {{count}} more',
  },
  'zh-cn': {
    title: '此文件与页面的差异：',
    pages: '不是接口文档、未包含在此文件中的页面数：',
    noAddress: '没有请求地址，未包含在此文件中：',
    method: '请求方法不被 OpenAPI 3.1 支持，未包含在此文件中：',
    sameAddress: '请求方法和路径与其他页面相同，在路径后加编号区分：',
    fragment: '地址中 # 之后的部分已省略：',
    rows: '已省略不发送的、重名的，或声明为路径参数但路径中没有的参数：',
    scripts: '脚本已省略：',
    fields: '请求体与响应的字段说明已省略：',
    broken: '内容不是有效的 JSON，仅导出可读取的部分：',
    more: ' 等，另有 {{count}} 个',
  },
}
const MOST_TITLES = 20

/**
 * Collects what was omitted, to be listed in the file itself, because people who receive it later should know as well.
 */
export class LeftOut {
  readonly #titles = new Map<Loss, string[]>()
  #pages = 0

  /** A page that is not an API document. */
  addPage(): void {
    this.#pages += 1
  }

  add(loss: Loss, title: string): void {
    const titles = this.#titles.get(loss) ?? []
    this.#titles.set(loss, titles)
    if (titles.at(-1) !== title) titles.push(title)
  }

  /** As markdown; '' when nothing was omitted. */
  text(language: Language): string {
    const words = WORDS[language]
    const lines = [...this.#titles].map(([loss, titles]) => {
      const more = titles.length - MOST_TITLES
      const named = titles.slice(0, MOST_TITLES).join(language === 'en' ? ', ' : '、')
      return `- ${words[loss]}${named}${more > 0 ? words.more.replace('{{count}}', String(more)) : ''}`
    })
    if (this.#pages > 0) lines.push(`- ${words.pages}${this.#pages}`)
    return lines.length === 0 ? '' : `${words.title}\n\n${lines.join('\n')}`
  }
}
