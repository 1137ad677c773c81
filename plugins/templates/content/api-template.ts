/** The initial page for an API description. */
export const API_TEMPLATE = {
  en: `## Summary

- Creates an order and reserves the goods for 30 minutes.

## Request

\`POST https://api.example.com/v1/orders\`

### Headers

| Header | Required | Value |
| --- | --- | --- |
| Authorization | yes | \`Bearer <token>\` |
| Content-Type | yes | \`application/json\` |

### Parameters

| Name | Type | Required | Description |
| --- | --- | --- | --- |
| customer_id | integer | yes | Who orders |
| items | array | yes | At least one |
| items[].sku | string | yes | Article number |
| items[].count | integer | yes | From 1 to 99 |
| note | string | no | Up to 200 characters |

### Example

\`\`\`json
{
  "customer_id": 42,
  "items": [{ "sku": "A-1001", "count": 2 }],
  "note": "Leave it with the neighbour"
}
\`\`\`

## Response

### Success

\`\`\`json
{
  "error_code": 0,
  "data": {
    "order_id": 90210,
    "state": "reserved",
    "expires_at": "2026-01-31 18:30:00"
  }
}
\`\`\`

| Name | Type | Description |
| --- | --- | --- |
| order_id | integer | Number of the order |
| state | string | \`reserved\`, \`paid\` or \`cancelled\` |
| expires_at | string | End of the reservation |

### Errors

| Code | Meaning | What to do |
| --- | --- | --- |
| 40001 | An article is not available | Offer another one |
| 40101 | The token is missing or too old | Log in again |

## Remarks

- The call may be repeated safely: send the same \`Idempotency-Key\` header.
`,
  'zh-cn': `## 简要说明

- 创建订单，并为其保留库存 30 分钟。

## 请求

\`POST https://api.example.com/v1/orders\`

### 请求头

| 名称 | 必填 | 值 |
| --- | --- | --- |
| Authorization | 是 | \`Bearer <token>\` |
| Content-Type | 是 | \`application/json\` |

### 参数

| 参数名 | 类型 | 必填 | 说明 |
| --- | --- | --- | --- |
| customer_id | integer | 是 | 下单的客户 |
| items | array | 是 | 至少一项 |
| items[].sku | string | 是 | 商品编号 |
| items[].count | integer | 是 | 1 到 99 |
| note | string | 否 | 最多 200 字 |

### 示例

\`\`\`json
{
  "customer_id": 42,
  "items": [{ "sku": "A-1001", "count": 2 }],
  "note": "请放在邻居家"
}
\`\`\`

## 返回

### 成功

\`\`\`json
{
  "error_code": 0,
  "data": {
    "order_id": 90210,
    "state": "reserved",
    "expires_at": "2026-01-31 18:30:00"
  }
}
\`\`\`

| 参数名 | 类型 | 说明 |
| --- | --- | --- |
| order_id | integer | 订单号 |
| state | string | \`reserved\` 已保留、\`paid\` 已付款、\`cancelled\` 已取消 |
| expires_at | string | 保留到期时间 |

### 错误码

| 错误码 | 含义 | 处理办法 |
| --- | --- | --- |
| 40001 | 商品库存不足 | 提示用户更换商品 |
| 40101 | 令牌缺失或已过期 | 重新登录 |

## 备注

- 可以放心重试：重试时带上相同的 \`Idempotency-Key\` 请求头即可。
`,
} as const
