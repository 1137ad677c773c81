/** What is another than it was because somebody could do more in ShowDoc, or nobody was named. */
export const ACCESS_EN = {
  authorUnknown:
    'ShowDoc names no account as its author, as for texts of programs: it is the owner of the item now, as of former versions without one',
  mockOfClosed:
    'ShowDoc answered everybody, although its item is closed: it answers those who may read its page now, and programs that add the key of the mock, as ?key=…',
  mockInBin:
    'its page is deleted, which ShowDoc did not ask: it answers once the page is taken back from the recycle bin',
  mockPathShared:
    'another page of the item has the same path: that one answers, as in ShowDoc, until this one is saved here once more',
} as const

export const ACCESS_ZH_CN: Readonly<Record<keyof typeof ACCESS_EN, string>> = {
  authorUnknown: 'ShowDoc 没有记录作者账号（例如由程序写入），现在的作者是项目所有者；没有作者的历史版本也是如此',
  mockOfClosed:
    '它的项目是私密的，ShowDoc 却应答任何人；现在只应答能阅读该页面的人，以及在地址后加上该 Mock 密钥（?key=…）的程序',
  mockInBin: '它的页面已删除，ShowDoc 对此不作检查；页面从回收站恢复后才会应答',
  mockPathShared:
    '该项目另一个页面的 Mock 路径相同：和在 ShowDoc 中一样，由那个页面的 Mock 应答；在这里重新保存本 Mock 后，改由它应答',
}
