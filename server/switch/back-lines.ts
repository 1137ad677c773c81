import type { Language } from '#core/language.ts'
import type { WrittenBack } from './back.ts'

/** What somebody who takes an item back to ShowDoc has to know. */
interface BackWords {
  written(file: string, of: WrittenBack): string
  readonly how: string
  readonly texts: string
  readonly closed: string
  readonly stays: string
}

const WORDS: Readonly<Record<Language, BackWords>> = {
  en: {
    written: (file, { itemName, bytes, sha256 }) => `${itemName} is in ${file}: ${bytes} bytes, SHA-256 ${sha256}.`,
    how: 'Import it in ShowDoc. Unpack it in the folder of the ShowDoc as well, and its pages find their files.',
    texts:
      'Texts are as they are here, but for the addresses of files, which lead to Public/Uploads/octavo there. A page without a text has a blank, and of pages of one title in one catalog the second is called "Title (2)".',
    closed:
      'The item is closed, and nobody is told its visit password of here: it gets a new one in ShowDoc. That is "password" in prefix_info.json of the zip, and its owner finds it in the settings of the item there.',
    stays:
      'Former versions, the recycle bin, authors and times, members and teams, comments, mocks, keys, share links, the domain and the change log do not go along: they stay in Octavo.',
  },
  'zh-cn': {
    written: (file, { itemName, bytes, sha256 }) => `${itemName} 已写入 ${file}：${bytes} 字节，SHA-256 ${sha256}。`,
    how: '请在 ShowDoc 中导入，并将它同时解压到 ShowDoc 的文件夹中，页面即可显示其中的图片和附件。',
    texts:
      '正文与这里相同，只有文件的地址不同，改为指向 ShowDoc 中的 Public/Uploads/octavo。没有正文的页面写入一个空格；同一目录下标题相同的页面，第二个命名为“标题 (2)”。',
    closed:
      '这是私密项目，这里的访问密码不会导出：它在 ShowDoc 中使用新的访问密码，即 zip 内 prefix_info.json 中的 password，项目所有者也可以在 ShowDoc 的项目设置中看到。',
    stays:
      '历史版本、回收站、作者和时间、成员和团队、评论、Mock、密钥、分享链接、个性域名和变更记录不会带走，仍保留在 Octavo 中。',
  },
}

/** What the command says of an item that it has written. */
export function backLines(file: string, written: WrittenBack, language: Language): readonly string[] {
  const words = WORDS[language]
  const { isClosed } = written
  return [words.written(file, written), words.how, words.texts, ...(isClosed ? [words.closed] : []), words.stays]
}
