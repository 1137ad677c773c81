/** Why a column of rows that were imported is not kept. */
export const COLUMNS_EN = {
  columnTimes: 'when it was made, changed or last used: this is not shown here',
  columnNames:
    'names beside the numbers of accounts, as they once were: here accounts have the names they have now, and those that are gone have none',
  columnPictures: 'pictures of accounts, which Octavo does not have',
  columnSessions: 'sessions: everybody logs in anew',
  columnOtherLogins:
    'whether another system logs an account in: here this is asked of that system with each login, once it is switched on',
  columnKinds:
    'the kind of a call, which its text says too; of tasks of a kanban board it is in the file of JSON that is kept of the board',
  columnPlaces: 'the place of a page as it once was: it has the one it has now',
  columnMaker: 'who made a mock: here it belongs to its page',
  columnCounts: 'how often a mock was asked, which is not counted here',
  columnRemarks: 'a remark: changes have none here',
  columnPageRemarks:
    'remarks about the present texts of pages: here only former versions have remarks, and those of former versions came along',
  columnReadTimes: 'when a notice was read: here it is read or not',
  columnUnknown: 'a column that is not known here, as of a modified ShowDoc',
} as const
export type ColumnReasonCode = keyof typeof COLUMNS_EN

export const COLUMNS_ZH_CN: Readonly<Record<ColumnReasonCode, string>> = {
  columnTimes: '创建、修改或最后一次使用的时间，这里不记录',
  columnNames: '账号编号旁边当时的用户名：这里显示账号现在的名称，已不存在的账号没有名称',
  columnPictures: '账号头像，Octavo 没有这项功能',
  columnSessions: '登录状态：所有人需要重新登录',
  columnOtherLogins: '账号是否由其他系统登录：这里在启用该系统之后，每次登录时向它查询',
  columnKinds: '接口的类型，正文中同样写有；看板任务的这项内容在看板附带的 JSON 文件中',
  columnPlaces: '页面当时的排序，现在以页面当前的排序为准',
  columnMaker: 'Mock 的创建者：这里的 Mock 属于页面',
  columnCounts: 'Mock 被请求的次数，这里不统计',
  columnRemarks: '备注，这里的变更记录没有这一项',
  columnPageRemarks: '页面当前内容的备注：这里只有历史版本有备注，历史版本的备注已搬来',
  columnReadTimes: '消息的阅读时间：这里只区分已读和未读',
  columnUnknown: '未知的列，可能来自修改过的 ShowDoc',
}
