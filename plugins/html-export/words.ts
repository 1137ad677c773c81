import type { Language } from '#core/plugin.ts'

/** What the document itself says, in both languages: readers choose between them. */
export const WORDS = {
  en: {
    contents: 'On this page',
    copied: 'Copied',
    copy: 'Copy',
    expired: 'This copy was valid until {{date}}. Ask for a newer one.',
    exportedOn: 'Exported on {{date}}',
    files: 'Files',
    language: '中文',
    menu: 'Pages',
    noPages: 'There are no pages.',
    noResults: 'Nothing found',
    print: 'Print',
    savedOn: 'Last saved on {{date}}',
    scheme: 'Light or dark',
    search: 'Search',
    skip: 'Skip to the text',
    start: 'Overview',
    validUntil: 'Valid until {{date}}',
  },
  'zh-cn': {
    contents: '本页目录',
    copied: '已复制',
    copy: '复制',
    expired: '本文档有效期至 {{date}}，现已过期，请索取新版本。',
    exportedOn: '导出于 {{date}}',
    files: '附件',
    language: 'English',
    menu: '页面',
    noPages: '没有页面。',
    noResults: '没有找到相关内容',
    print: '打印',
    savedOn: '最后保存于 {{date}}',
    scheme: '浅色 / 深色',
    search: '搜索',
    skip: '跳到正文',
    start: '总览',
    validUntil: '有效期至 {{date}}',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>

export type Word = keyof (typeof WORDS)['en']
