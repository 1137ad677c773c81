import type { ShownKey } from './item-key-api.ts'

/** Texts of an example in the language of the screen. */
export interface ExampleWords {
  readonly catalog: string
  readonly title: string
  readonly file: string
}

const addressAt = (origin: string): string => `${origin}/api/item/updateByApi`
// Inside single quotes of a shell.
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Sends a file as a page. */
export const fileExample = (origin: string, { apiKey, apiToken }: ShownKey, words: ExampleWords): string =>
  [
    `curl ${quoted(addressAt(origin))}`,
    `--data-urlencode ${quoted(`api_key=${apiKey}`)}`,
    `--data-urlencode ${quoted(`api_token=${apiToken}`)}`,
    `--data-urlencode ${quoted(`cat_name=${words.catalog}`)}`,
    `--data-urlencode ${quoted(`page_title=${words.title}`)}`,
    `--data-urlencode ${quoted(`page_content@${words.file}`)}`,
  ].join(' \\\n  ')

/** Sends a page as JSON. */
export const jsonExample = (origin: string, { apiKey, apiToken }: ShownKey, words: ExampleWords): string => {
  const page = {
    api_key: apiKey,
    api_token: apiToken,
    cat_name: words.catalog,
    page_title: words.title,
    page_content: `# ${words.title}\n`,
  }
  return [
    `curl ${quoted(addressAt(origin))}`,
    `--header 'content-type: application/json'`,
    `--data ${quoted(JSON.stringify(page, null, 2))}`,
  ].join(' \\\n  ')
}

/** The arguments of a script. */
export interface ToolCall {
  readonly script: 'octavo-api.sh' | 'octavo-db.sh'
  /** As typed into a shell. */
  readonly given: string
  /** '' for the root of the item, or when the script decides. */
  readonly catalog: string
  /** The language of the generated pages, as `zh-cn`. */
  readonly language: string
}

/** Downloads a script of the site, and runs it to create pages. */
export function toolExample(origin: string, { apiKey, apiToken }: ShownKey, call: ToolCall): string {
  const { script, given, catalog, language } = call
  return [
    `curl --fail --silent --show-error ${quoted(`${origin}/tools/${script}`)} --output ${script}`,
    [
      `OCTAVO_URL=${quoted(origin)}`,
      `OCTAVO_KEY=${quoted(apiKey)}`,
      `OCTAVO_TOKEN=${quoted(apiToken)}`,
      ...(catalog === '' ? [] : [`OCTAVO_CATALOG=${quoted(catalog)}`]),
      `OCTAVO_LANGUAGE=${language}`,
      `sh ${script} ${given}`,
    ].join(' \\\n  '),
  ].join('\n')
}
