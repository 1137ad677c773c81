import type { Amount, HostileImport } from './hostile-import.ts'

export const list = <T>(count: number, entryAt: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => entryAt(at))
export const members = (count: number, entryAt: (at: number) => readonly [string, unknown]): object =>
  Object.fromEntries(list(count, entryAt))
export const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
export const openApi = (name: string, problem: RegExp | null, rest: () => object): HostileImport => ({
  name: `an OpenAPI document ${name}`,
  fileName: 'a.json',
  problem,
  bytes: () => Buffer.from(JSON.stringify({ openapi: '3.1.0', info: { title: 'Hostile' }, ...rest() })),
})

/** Small documents whose schemas and lists are asked for by thousands of operations. */
export const hostileSchemas = (amount: Amount): readonly HostileImport[] => [
  openApi('with a wide schema beside whose references something else stands each time', null, () => ({
    paths: members(amount(2_000), (at) => [
      `/${at}`,
      { get: { responses: { 200: json({ $ref: '#/components/schemas/Wide', title: `${at}` }) } } },
    ]),
    components: {
      schemas: { Wide: { properties: members(1_000, (at) => [`p${at}`, { $ref: '#/components/schemas/Wide' }]) } },
    },
  })),
  openApi('whose fields combine fifty wide schemas each time', /refer to one another too often/, () => ({
    paths: members(500, (at) => [
      `/${at}`,
      { get: { responses: { 200: json({ $ref: '#/components/schemas/Wide', title: `${at}` }) } } },
    ]),
    components: {
      schemas: {
        Wide: {
          properties: members(1_000, (at) => [
            `p${at}`,
            { title: `${at}`, allOf: list(50, (part) => ({ $ref: `#/components/schemas/A${part}` })) },
          ]),
        },
        ...members(50, (part) => [
          `A${part}`,
          { properties: members(1_000, (at) => [`p${part}-${at}`, { type: 'string' }]) },
        ]),
      },
    },
  })),
  openApi('with thousands of servers, ways to log in and media types for all operations', null, () => ({
    servers: list(amount(50_000), (at) => ({ url: `http://localhost/{a}${at}` })),
    security: list(amount(50_000), () => ({ a: [] })),
    paths: members(amount(2_000), (at) => [`/${at}`, { $ref: '#/components/pathItems/A' }]),
    components: {
      securitySchemes: members(amount(50_000), (at) => [at === 0 ? 'a' : `a${at}`, { type: 'http' }]),
      pathItems: {
        A: { get: { responses: { 200: { content: members(amount(50_000), (at) => [`text/a${at}`, {}]) } } } },
      },
    },
  })),
  openApi('whose alternatives are called by long texts', /refer to one another too often/, () => ({
    paths: members(2_000, (at) => [
      `/${at}`,
      {
        get: {
          responses: {
            200: json({
              title: `${at}`,
              properties: members(60, (field) => [`f${field}`, { $ref: '#/components/schemas/A', title: 'a' }]),
            }),
          },
        },
      },
    ]),
    components: { schemas: { A: { oneOf: list(100, () => ({ title: 'a'.repeat(20_000) })) } } },
  })),
]
