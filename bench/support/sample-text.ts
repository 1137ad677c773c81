const CHINESE = [
  '用户登录成功后，系统会返回访问令牌，客户端需要在后续请求中携带该令牌。',
  '数据库连接池的最大连接数应根据服务器的内存与并发量进行调整。',
  '订单状态发生变化时，消息队列会通知库存服务与物流服务。',
  '接口返回的错误码请参考附录，调用方应当根据错误码给出明确提示。',
  '分页查询默认每页二十条记录，最多不超过一百条。',
  '上传文件之前请先校验文件类型与大小，超出限制的请求将被拒绝。',
  '缓存失效之后，第一个请求会重新读取数据库并写入缓存。',
  '部署之前需要备份数据，升级失败时可以回滚到上一个版本。',
  '字段类型为字符串时长度不得超过二百五十五个字符。',
  '权限校验在网关完成，未授权的访问会被记录到审计日志。',
  '定时任务每天凌晨执行一次，清理三十天前的临时数据。',
  '商品详情页的价格以促销活动的规则为准，过期活动自动下线。',
]
const ENGLISH = [
  'The access token expires after two hours and can be refreshed once.',
  'Pass the user_id of the account; an unknown id answers with an error code.',
  'The connection pool keeps at most ten idle sockets open.',
  'Every record carries created_at and updated_at in the time zone of the server.',
  'Call the webhook endpoint again when the acknowledgement is missing.',
  'Set maxRetryCount to zero to switch retries off.',
  'The scheduler writes a row before the work begins, so nothing is lost.',
  'Large responses are compressed and streamed to the client.',
]

/** A small reproducible random generator (mulberry32): the same seed gives the same pages. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Markdown of about `bytes` UTF-8 bytes: Chinese and English sentences, a table and a code block. */
export function samplePage(seed: number, bytes = 4_096): string {
  const random = randomFrom(seed)
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? ''
  const lines = [
    `## 接口 ${seed} getRecord${seed}`,
    '| 字段 | 类型 | 说明 |',
    '| --- | --- | --- |',
    `| user_id | int | ${pick(CHINESE)} |`,
    '```json',
    `{ "id": ${seed}, "name": "record_${seed}" }`,
    '```',
  ]
  let size = Buffer.byteLength(lines.join('\n'))
  while (size < bytes) {
    // Characters from a wide range make the number of different words as large as in real manuals.
    const rare = Array.from({ length: 6 }, () => String.fromCodePoint(0x4e00 + Math.floor(random() ** 2 * 6_000))).join(
      '',
    )
    const line = `${pick(CHINESE)}${rare}。${pick(ENGLISH)}`
    lines.push('', line)
    size += Buffer.byteLength(line) + 2
  }
  return lines.join('\n')
}
