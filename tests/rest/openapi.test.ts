import SwaggerParser from '@apidevtools/swagger-parser'
import { expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { readConfig } from '#server/config.ts'
import { openApi } from '#server/rest/openapi.ts'

const application = { operations: coreOperations, config: readConfig({}), plugins: [] }
type Call = { readonly summary: string; readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> } }
const document = openApi(application) as {
  readonly paths: Readonly<Record<string, { readonly get?: Call; readonly post: Call }>>
  readonly components: {
    readonly securitySchemes: object
    readonly schemas: Record<string, { properties: { error_code: { enum: number[] } } }>
  }
}

it('is a valid OpenAPI 3.1 document', async () => {
  const copy = JSON.parse(JSON.stringify(document)) as Parameters<typeof SwaggerParser.validate>[0]

  await expect(SwaggerParser.validate(copy, { resolve: { external: false } })).resolves.toBeDefined()
})

const TAKING_A_FILE = [
  ...['/api/page/upload', '/api/page/uploadImg', '/api/import/auto', '/api/import/preview'],
  ...['/api/site/putLogo', '/api/plugin/upload', '/api/showdoc/upload'],
]
it('describes every call with both content types, and those that take a file with the one that can carry it', () => {
  for (const [address, { post }] of Object.entries(document.paths)) {
    expect(post.summary, address).not.toBe('')
    if (post.requestBody)
      expect(Object.keys(post.requestBody.content)).toEqual(
        TAKING_A_FILE.includes(address)
          ? ['multipart/form-data']
          : ['application/x-www-form-urlencoded', 'application/json'],
      )
  }
})

it('speaks the language of the wire, not of the core', () => {
  const text = JSON.stringify(document.paths)

  expect(text).toContain('"page_id"')
  expect(text).not.toMatch(/"(pageId|itemId|wire|numbers|plainBoolean|alsoNamed)"/)
})

it('offers GET for what only looks, and only for that', () => {
  expect(document.paths['/api/page/info']?.get).toBeDefined()
  expect(document.paths['/api/page/save']?.get).toBeUndefined()
})

it('names the ways to log in and every number of a refusal', () => {
  expect(Object.keys(document.components.securitySchemes)).toEqual(['bearer', 'cookie'])
  expect(document.components.schemas['Refusal']?.properties.error_code.enum).toEqual(
    expect.arrayContaining([10101, 10102, 10103, 10206, 10303, 10307, 10308]),
  )
})
