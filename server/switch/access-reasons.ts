/** What differs from what it was because somebody could do more in ShowDoc, or nobody was named. */
export const ACCESS_EN = {
  authorUnknown:
    'ShowDoc names no account as its author, as for texts of programs: its author is the owner of the item now, as for former versions without one',
  mockOfClosed:
    'ShowDoc answered everybody, although its item is closed: it answers those who may read its page now, and programs that add the key of the mock, as ?key=…',
  filesOfClosed:
    'it is closed, but ShowDoc gave files of its pages to everybody who had their addresses: only those who may read these pages get them now. Number of files: {count}',
  filesOfNobody:
    'ShowDoc gave files of this person that no page uses any more to everybody who had their addresses: only this person gets them now. Number of files: {count}',
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
  deletedClosed:
    'it is deleted, but this version of ShowDoc still gave its pages to everybody who had their addresses: a hole that is closed',
  linkOfDeletedClosed:
    'its item is deleted, but ShowDoc still showed the page to everybody who had the link: a hole that is closed',
  gateOfPassword:
    'ShowDoc let nobody read without logging in, which Octavo does not know: whoever has the visit password reads it without an account. Let members only read it, if nobody should',
  visitorWider: 'visitors could not read it in ShowDoc: give it a visit password, or let members only read it',
  visitPasswordLong:
    'its visit password has more characters than can be entered here: whoever manages it can give it another one',
  closerThanThere:
    'it is open to fewer people here than in ShowDoc: since it came, who may read it was decided here, or it was edited here and opened to more people in ShowDoc. Open it, or give it the visit password of there, if it should be as open as there',
  linkEndsOtherwise: 'it ends at another time here: share the page anew if it should end as there',
  linkWider: 'the link opens nothing in ShowDoc: end it here if nobody should read the page by it',
  editedAndClosed:
    'it was edited here since it came, and in ShowDoc it was closed to more people, or has another owner, since then: so it is here now, with its texts as they are here',
  openerThanThere:
    'it is open to more people here than in ShowDoc: who may read it was decided here since it came, or it is not known whether it was, so it stays. Give it a visit password, or let members only read it, if it should be as closed as there',
  ownerStays:
    'it has another owner in ShowDoc: whose it is was decided here as well since it came, or it is not known whether it was, so it stays. Hand it over here if it should belong to the same person',
  editedAndMoved:
    'it was edited here since it came, and moved into the item {item} in ShowDoc: so it is here now, with its text as it is here',
  staysInItem:
    'in ShowDoc it lies in the item {item}, which other people may read: it stays in the item where it is here. Move it if only they should read it',
  demotedThere:
    'it administers ShowDoc no more since it came, and so it does not administer the site here any more. What else was changed of the account here stays',
  administratorStays:
    'it administers the site here, and not ShowDoc: that was decided here since it came, or it is not known whether it was, or nobody else could administer the site, so it stays. Take it away if the person should not administer the site any more',
} as const

export const ACCESS_ZH_CN: Readonly<Record<keyof typeof ACCESS_EN, string>> = {
  authorUnknown: 'ShowDoc 没有记录作者账号（例如由程序写入），现在的作者是项目所有者；没有作者的历史版本也是如此',
  mockOfClosed:
    '它的项目是私密的，ShowDoc 却应答任何人；现在只应答能阅读该页面的人，以及在地址后加上该 Mock 密钥（?key=…）的程序',
  filesOfClosed:
    '它是私密项目，ShowDoc 却把页面中的文件提供给任何知道地址的人：其中 {count} 个现在只提供给能阅读相应页面的人',
  filesOfNobody: 'ShowDoc 把此人的文件提供给任何知道地址的人：其中 {count} 个已没有页面使用，现在只提供给此人',
  mockInBin: '它的页面已删除，ShowDoc 对此不作检查；页面从回收站恢复后才会应答',
  mockPathShared:
    '该项目另一个页面的 Mock 路径相同：和在 ShowDoc 中一样，由那个页面的 Mock 应答；在这里重新保存本 Mock 后，改由它应答',
  linkEndedThere: '它搬来之后已在 ShowDoc 中取消，在这里也已取消',
  limitOfOther: '此人在该项目中的另一项权限限定在目录 {catalogs} 中，因此这一项原来也受此限制；现在同样限定',
  limitKept: 'ShowDoc 只看此人另一项权限的目录，使这项限定了目录的权限在整个项目中有效；现在它只在自己的目录中有效',
  firstPages:
    '原来还能看到该项目中不属于任何目录的页面；这里限定在目录中的成员只能看到该目录的内容。可以把这些页面移入目录，或授予整个项目的权限',
  deletedClosed: '它已删除，但这个版本的 ShowDoc 仍把其中的页面提供给任何知道地址的人；这个漏洞已堵上',
  linkOfDeletedClosed: '所属项目已删除，但 ShowDoc 仍向任何持有链接的人显示该页面；这个漏洞已堵上',
  gateOfPassword:
    'ShowDoc 要求登录后才能阅读，Octavo 没有这种限制：知道访问密码的人无需账号即可阅读。如果不应如此，请改为仅限成员阅读',
  visitorWider: '访客在 ShowDoc 中不能阅读它：请为它设置访问密码，或改为仅限成员阅读',
  visitPasswordLong: '访问密码超过这里可输入的长度，项目管理员可以为它另设一个',
  closerThanThere:
    '这里能阅读它的人比在 ShowDoc 中少：搬来之后，它的访问权限在这里改动过，或它在这里编辑过而在 ShowDoc 中扩大了可阅读的范围。如果应与 ShowDoc 一致，请改为公开，或设为 ShowDoc 中的访问密码',
  linkEndsOtherwise: '它在这里的到期时间不同；如果应与 ShowDoc 一致，请重新分享该页面',
  linkWider: '这个链接在 ShowDoc 中打不开任何内容；如果不应再用它阅读该页面，请在这里取消分享',
  editedAndClosed:
    '它搬来之后在这里编辑过，此后在 ShowDoc 中缩小了可阅读的范围，或更换了所有者：这里的访问权限和所有者已随之更改，文字保留这里的内容',
  openerThanThere:
    '这里能阅读它的人比在 ShowDoc 中多：访问权限搬来之后在这里改动过，或无法确定是否改动过，因此保持不变。如果应与 ShowDoc 一致，请为它设置访问密码，或改为仅限成员阅读',
  ownerStays:
    '它在 ShowDoc 中有另一个所有者：所有者搬来之后在这里也改动过，或无法确定是否改动过，因此保持不变。如果应归同一个人所有，请在这里转让',
  editedAndMoved: '它搬来之后在这里编辑过，在 ShowDoc 中移到了项目 {item}：这里也已移入该项目，内容保留这里的',
  staysInItem:
    '它在 ShowDoc 中位于项目 {item}，能阅读该项目的人与这里不同：它仍留在这里原来的项目中。如果只应由那些人阅读，请移动它',
  demotedThere: '它搬来之后在 ShowDoc 中已不再是管理员，因此在这里也不再管理本站；在这里对该账号的其他改动保留',
  administratorStays:
    '它在这里管理本站，在 ShowDoc 中却不是管理员：这是搬来之后在这里决定的，或无法确定，或没有其他人能管理本站，因此保持不变。如果此人不应再管理本站，请在这里取消',
}
