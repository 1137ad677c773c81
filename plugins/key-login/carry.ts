import { writeSettings, type Carrier } from '#core/plugin.ts'
import { keySettings } from './login-key.ts'

/** A guessable key would give everybody access. */
const KEY = /^[\x21-\x7e]{16,100}$/

/** Takes over the key of another system, whose programs keep creating links with it. */
export const carryLoginKey: Carrier<string> = async ({ store, services }, key) => {
  if (!KEY.test(key))
    return {
      en: 'the login secret key is too short or too long for a key: programs need the one that is made here',
      'zh-cn': '登录密钥过短或过长，其他系统需要使用这里生成的密钥',
    }
  await writeSettings(store, keySettings, { key }, services.seals)
  return null
}
