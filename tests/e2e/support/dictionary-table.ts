const HEAD = ['字段名', '数据类型', '长度', '允许为空', '默认值', '主键', '中文名称', '业务说明', '示例值', '备注']

const NAMES = ['id', 'user_name', 'created_at', 'order_status', 'contact_mobile_number', 'last_login_ip', 'is_deleted']
const TYPES = ['bigint(20) unsigned', 'varchar(255)', 'datetime', 'tinyint(1)', 'decimal(10,2)', 'text', 'char(64)']
const TITLES = [
  '主键编号',
  '用户名称',
  '记录创建时间',
  '订单当前所处状态',
  '联系人手机号码',
  '最近一次登录的地址',
  '删除标记',
]
const MEANINGS = [
  '系统自动生成的唯一编号，写入之后不再改变，其他业务表通过它引用这条记录。',
  '用户在注册时填写的名称，可以修改，修改后历史订单中的名称保持不变。',
  '由数据库写入，不接受客户端传入的值，时区为东八区。',
  '取值见状态字典：待付款、已付款、已发货、已完成、已取消，其中已完成与已取消为最终状态，不可再次变更，如需更正请走工单流程。',
  '用于短信通知，展示时中间四位以星号代替。',
]
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const SAMPLES = [
  '1024',
  '张三',
  '2024-05-01 12:30:00',
  HASH,
  '13800000000',
  'https://static.example.com/avatars/9f86d081.png',
]
const REMARKS = ['无', '加密存储，仅管理员可见', '与会员中心同步，每日凌晨更新一次', '已建索引']

const turn = (list: readonly string[], at: number): string => list[at % list.length] ?? ''

/** A table of a data dictionary as they are written: ten columns, in Chinese, with a hash and an address in it. */
export function dictionaryTable(rows = 60): string {
  const lines = Array.from({ length: rows }, (_, at) => [
    at < NAMES.length ? turn(NAMES, at) : `${turn(NAMES, at)}_${at}`,
    turn(TYPES, at),
    String(((at * 37) % 255) + 1),
    turn(['是', '否'], at),
    turn(['', '0', 'CURRENT_TIMESTAMP', 'NULL'], at),
    at === 0 ? '是' : '',
    turn(TITLES, at),
    turn(MEANINGS, at),
    turn(SAMPLES, at),
    turn(REMARKS, at),
  ])
  return [HEAD, HEAD.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
