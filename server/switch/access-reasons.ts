/** What differs from what it was because somebody could do more in ShowDoc, or nobody was named. */
export const ACCESS_EN = {
  authorUnknown:
    'ShowDoc names no account as its author, as for texts of programs: its author is the owner of the item now, as for former versions without one',
  mockOfClosed:
    'ShowDoc answered everybody, although its item is closed: it answers those who may read its page now, and programs that add the key of the mock, as ?key=…',
  mockInBin:
    'its page is deleted, which ShowDoc did not ask: it answers once the page is taken back from the recycle bin',
  mockPathShared:
    'another page of the item has the same path: that one answers, as in ShowDoc, until you save this one here',
  linkEndedThere: 'it has ended in ShowDoc since it came, and so it has here',
  limitOfOther:
    'another right of this person in the item is limited to the catalogs {catalogs}, and so was all that this one gives: it is limited now as well',
  limitKept:
    'ShowDoc took the catalogs from another right of this person, and let one that is limited go everywhere: it keeps its own limit now',
  firstPages:
    'pages of the item that lie in no catalog were shown as well; a member who is limited to a catalog here sees what is in it. Move such pages into the catalog, or give the whole item',
} as const

export const ACCESS_ZH_CN: Readonly<Record<keyof typeof ACCESS_EN, string>> = {
  authorUnknown: 'ShowDoc 没有记录作者账号（例如由程序写入），现在的作者是项目所有者；没有作者的历史版本也是如此',
  mockOfClosed:
    '它的项目是私密的，ShowDoc 却应答任何人；现在只应答能阅读该页面的人，以及在地址后加上该 Mock 密钥（?key=…）的程序',
  mockInBin: '它的页面已删除，ShowDoc 对此不作检查；页面从回收站恢复后才会应答',
  mockPathShared:
    '该项目另一个页面的 Mock 路径相同：和在 ShowDoc 中一样，由那个页面的 Mock 应答；在这里重新保存本 Mock 后，改由它应答',
  linkEndedThere: '它搬来之后已在 ShowDoc 中取消，在这里也已取消',
  limitOfOther: '此人在该项目中的另一项权限限定在目录 {catalogs} 中，因此这一项原来也受此限制；现在同样限定',
  limitKept: 'ShowDoc 只看此人另一项权限的目录，使这项限定了目录的权限在整个项目中有效；现在它只在自己的目录中有效',
  firstPages:
    '原来还能看到该项目中不属于任何目录的页面；这里限定在目录中的成员只能看到该目录的内容。可以把这些页面移入目录，或授予整个项目的权限',
}
