/** What became of links of pages and keys of items, which are changed or taken away in both systems. */
export const KEYS_EN = {
  sharedHere:
    'the page {page} was shared here before this link came, and a page has one link: that of here stays. Whoever needs another one shares the page anew',
  linkOfKeptPage:
    'the page {page} was changed or deleted here since it came, so this link does not open what was written here: share the page here, if it is to be read with a link',
  sharedAnewHere:
    'it has ended in ShowDoc since it came; the page {page} was shared here with another link, which stays',
  linksUnreadable:
    'rows of this table cannot be read, so it is not known whether the page {page} is still shared with this link in ShowDoc: it stays',
  linkOfOlder:
    'an older version of Octavo brought a link of the page {page} without noting which, and it is another one in ShowDoc now, or has ended here: see whether the page is shared here, and share it anew or end it',
  linkOfOlderGone:
    'ShowDoc does not have it any more, and an older version of Octavo brought it without noting which link it is: it stays. If it should not open its page any more, end it here',
  keyEndedThere: 'the key of the item {item} was reset or has ended in ShowDoc since it came, and so it has ended here',
  keyOfHereStays:
    'it was reset or has ended in ShowDoc since it came; the item {item} has another key, which was made or reset here and stays',
  otherKeyHere: 'the item {item} has another key here already, which stays: programs need that one',
  keyResetHere: 'the key of the item {item} was reset here since it came: programs need the one of here',
  keysUnreadable:
    'rows of this table cannot be read, so it is not known whether the item {item} still has this key in ShowDoc: it stays',
  keyOfOlder:
    'an older version of Octavo brought a key of the item {item} without noting which, so it is not known whether it was reset here or in ShowDoc: the one of here stays. If it was reset in ShowDoc, reset it here',
  keyOfOlderGone:
    'ShowDoc does not have it any more, and an older version of Octavo brought it without noting which key it is: it stays. If it should not work any more, reset the key of its item here',
} as const

export const KEYS_ZH_CN: Readonly<Record<keyof typeof KEYS_EN, string>> = {
  sharedHere:
    '页面 {page} 在这个链接搬来之前已在这里分享，而一个页面只有一个分享链接：保留这里的链接。需要更换时请重新分享该页面',
  linkOfKeptPage:
    '页面 {page} 搬来之后已在这里修改或删除，因此不用这个链接公开这里写的内容；需要通过链接阅读时，请在这里分享该页面',
  sharedAnewHere: '它搬来之后已在 ShowDoc 中取消；页面 {page} 在这里另有分享链接，予以保留',
  linksUnreadable: '这张表中有无法读取的行，不知道页面 {page} 在 ShowDoc 中是否仍用此链接分享，予以保留',
  linkOfOlder:
    '旧版 Octavo 搬来页面 {page} 的分享链接时没有记下是哪一个；它在 ShowDoc 中已换成别的，或在这里已取消。请查看该页面是否已分享，需要时重新分享或取消',
  linkOfOlderGone:
    'ShowDoc 中已没有它，而旧版 Octavo 搬来时没有记下是哪一个链接：予以保留。如果不应再打开页面，请在这里取消',
  keyEndedThere: '项目 {item} 的密钥搬来之后已在 ShowDoc 中重置或删除，在这里也已失效',
  keyOfHereStays: '它搬来之后已在 ShowDoc 中重置或删除；项目 {item} 另有在这里生成或重置的密钥，予以保留',
  otherKeyHere: '项目 {item} 在这里已有另一个密钥，予以保留；程序需要使用那一个',
  keyResetHere: '项目 {item} 的密钥搬来之后已在这里重置，程序需要使用这里的密钥',
  keysUnreadable: '这张表中有无法读取的行，不知道项目 {item} 在 ShowDoc 中是否仍有此密钥，予以保留',
  keyOfOlder:
    '旧版 Octavo 搬来项目 {item} 的密钥时没有记下是哪一个，无法知道它是在这里还是在 ShowDoc 中重置过：这里的密钥予以保留。如果在 ShowDoc 中重置过，请在这里也重置',
  keyOfOlderGone:
    'ShowDoc 中已没有它，而旧版 Octavo 搬来时没有记下是哪一个密钥：予以保留。如果不应再使用，请在这里重置所属项目的密钥',
}
