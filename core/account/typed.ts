import { z } from 'zod'
import { line, secretText, wired } from '../schema.ts'

/*
 * What people type into the forms of accounts. Wide enough that a text which is too long is refused for what it is; the
 * rules themselves count characters.
 */
export const typedName = () => line(254)
export const typedPassword = () => secretText(1_000)
export const typedCaptcha = () => wired('v_code', secretText(20).default(''))
/** Of the second factor, where the account has one: a code of its app, or a recovery code; '' for none. */
export const typedSecondFactor = () => secretText(100).default('')
export const typedToken = () => secretText(100)
/** An address that letters can be sent to. */
export const typedEmail = () => line(254).regex(z.regexes.email)
