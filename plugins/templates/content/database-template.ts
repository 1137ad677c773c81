/** The initial page for a table of a data dictionary. */
export const DATABASE_TEMPLATE = {
  en: `## orders

One row for each order a customer has placed. Rows are never deleted.

| Column | Type | Null | Default | Key | Description |
| --- | --- | --- | --- | --- | --- |
| id | bigint unsigned | no | AUTO_INCREMENT | PK | |
| customer_id | bigint unsigned | no | | FK → customers(id) | Who ordered |
| state | varchar(20) | no | 'reserved' | | \`reserved\`, \`paid\`, \`cancelled\` |
| total | decimal(10,2) | no | 0.00 | | In euros, with tax |
| created_at | datetime | no | CURRENT_TIMESTAMP | | |

### Indexes

| Name | Columns | Unique | For |
| --- | --- | --- | --- |
| orders_by_customer | customer_id, created_at | no | The list "My orders" |

### Remarks

- Written by the shop, read by accounting every night.
`,
  'zh-cn': `## orders 订单表

客户每下一单即增加一行，数据不会删除。

| 字段 | 类型 | 允许空 | 默认 | 键 | 说明 |
| --- | --- | --- | --- | --- | --- |
| id | bigint unsigned | 否 | AUTO_INCREMENT | PK | |
| customer_id | bigint unsigned | 否 | | FK → customers(id) | 下单客户 |
| state | varchar(20) | 否 | 'reserved' | | \`reserved\` 已保留、\`paid\` 已付款、\`cancelled\` 已取消 |
| total | decimal(10,2) | 否 | 0.00 | | 含税金额，单位：元 |
| created_at | datetime | 否 | CURRENT_TIMESTAMP | | 下单时间 |

### 索引

| 名称 | 字段 | 唯一 | 用途 |
| --- | --- | --- | --- |
| orders_by_customer | customer_id, created_at | 否 | “我的订单”列表 |

### 备注

- 由商城写入，财务系统每晚读取。
`,
} as const
