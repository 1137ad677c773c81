import type { Language } from '#core/plugin.ts'
import type { NoticedFact } from './notice.ts'

type Words = { readonly title: string; readonly content: string }
/** `name` is null when the reader no longer has access to the subject: then it is not named. */
type Teller<K extends NoticedFact['kind']> = (
  fact: Extract<NoticedFact, { readonly kind: K }>,
  name: string | null,
  from: string,
) => Words
type Tellers = { readonly [K in NoticedFact['kind']]: Teller<K> }

const ROLES_EN = {
  reader: 'You may read',
  editor: 'You may read and edit',
  manager: 'You may edit and manage',
} as const
const ROLES_ZH = { reader: '阅读', editor: '阅读和编辑', manager: '编辑和管理' } as const

const COMMENTED_EN = {
  named: (page: string, from: string) => `${from} mentioned you in a comment on ${page}`,
  answer: (page: string, from: string) => `${from} replied to a comment on ${page}`,
  page: (page: string, from: string) => `${from} commented on ${page}`,
} as const
const COMMENTED_ZH = {
  named: (page: string, from: string) => `${from} 在${page}的评论中提到了你`,
  answer: (page: string, from: string) => `${from} 回复了${page}上的评论`,
  page: (page: string, from: string) => `${from} 评论了${page}`,
} as const

const WORDS: Readonly<Record<Language, Tellers>> = {
  en: {
    addedToItem: ({ role, isLimited }, name, from) => ({
      title: name === null ? 'You were added to an item' : `You were added to the item “${name}”`,
      content: `${from} added you. ${ROLES_EN[role]} ${isLimited ? 'one catalog of it' : 'all of it'}.`,
    }),
    itemTransferred: (_, name, from) => ({
      title: name === null ? 'An item became yours' : `The item “${name}” is yours now`,
      content: `${from} handed it over to you.`,
    }),
    addedToTeam: ({ role }, name, from) => ({
      title: name === null ? 'You were added to a team' : `You were added to the team “${name}”`,
      content: role === 'admin' ? `${from} added you as an administrator of it.` : `${from} added you.`,
    }),
    teamTransferred: (_, name, from) => ({
      title: name === null ? 'A team became yours' : `The team “${name}” is yours now`,
      content: `${from} handed it over to you.`,
    }),
    commented: ({ how }, name, from) => ({
      title: COMMENTED_EN[how](name === null ? 'a page' : `“${name}”`, from),
      content: name === null ? 'You cannot read the page any more.' : 'Open the page to see the comment.',
    }),
    backupFailed: ({ problem }) => ({
      title: 'A backup of the site failed',
      content: `See Backups in the administration. The server says: ${problem}`,
    }),
    ofPlugin: ({ title, content }) => ({ title: title.en, content: content.en }),
  },
  'zh-cn': {
    addedToItem: ({ role, isLimited }, name, from) => ({
      title: name === null ? '你被添加到一个项目' : `你被添加到项目“${name}”`,
      content: `由 ${from} 添加，你可以${ROLES_ZH[role]}${isLimited ? '其中一个目录' : '整个项目'}。`,
    }),
    itemTransferred: (_, name, from) => ({
      title: name === null ? '一个项目已转让给你' : `项目“${name}”已转让给你`,
      content: `由 ${from} 转让。`,
    }),
    addedToTeam: ({ role }, name, from) => ({
      title: name === null ? '你被添加到一个团队' : `你被添加到团队“${name}”`,
      content: role === 'admin' ? `由 ${from} 添加，你是该团队的管理员。` : `由 ${from} 添加。`,
    }),
    teamTransferred: (_, name, from) => ({
      title: name === null ? '一个团队已转让给你' : `团队“${name}”已转让给你`,
      content: `由 ${from} 转让。`,
    }),
    commented: ({ how }, name, from) => ({
      title: COMMENTED_ZH[how](name === null ? '某个页面' : `“${name}”`, from),
      content: name === null ? '你已不能阅读该页面。' : '打开页面即可查看评论。',
    }),
    backupFailed: ({ problem }) => ({
      title: '站点备份失败',
      content: `请查看管理后台的“备份”。服务器提示：${problem}`,
    }),
    ofPlugin: ({ title, content }) => ({ title: title['zh-cn'], content: content['zh-cn'] }),
  },
}

const SOMEBODY: Readonly<Record<Language, string>> = { en: 'Somebody', 'zh-cn': '某人' }

export interface Told {
  readonly fact: NoticedFact
  readonly name: string | null
  /** '' when the account is deleted. */
  readonly from: string
}

export function noticeWords({ fact, name, from }: Told, language: Language): Words {
  // The kind of fact selects the function, which TypeScript cannot follow through the lookup.
  const words = WORDS[language][fact.kind] as (fact: NoticedFact, name: string | null, from: string) => Words
  return words(fact, name, from || SOMEBODY[language])
}
