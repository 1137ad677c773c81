import {
  allowInsecureRequests,
  Configuration,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type ServerMetadata,
} from 'openid-client'
import type { OpenServices } from '#core/plugin.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { discovered } from './discovery.ts'
import type { SiteSettings } from './settings.ts'

/** A login site, as configured for the client library. */
export interface OtherSite {
  readonly configuration: Configuration
  /** Whether it identifies people by a signed token (OpenID Connect); otherwise its API is called. */
  readonly isOpenId: boolean
  /** Null when it has none. */
  readonly userinfoUrl: URL | null
  /** The address of the API for verified e-mail addresses; null when there is none. */
  readonly mailUrl: URL | null
  /** Prefix for the ids of its people, because another site may have the same ids. */
  readonly name: string
  readonly scope: string
}

/** @throws Error when its issuer is unknown */
export async function otherSite(
  settings: SiteSettings,
  services: Pick<OpenServices, 'clock'>,
  signal: AbortSignal,
): Promise<OtherSite> {
  if (settings.issuer === '') return typedSite(settings, signal)
  return discoveredSite(settings, await discovered(settings.issuer, services), signal)
}

function discoveredSite(settings: SiteSettings, metadata: ServerMetadata, signal: AbortSignal): OtherSite {
  const { issuer, clientId, clientSecret, scope, preset } = settings
  // Gitea does not say which ones it supports, and does not decode what the usual one encodes, as in its own ids.
  const usual = preset === 'gitea' ? ['client_secret_post'] : ['client_secret_basic']
  const methods = metadata.token_endpoint_auth_methods_supported ?? usual
  const configuration = new Configuration(metadata, clientId, clientSecret, authentication(clientSecret, methods))
  configuration[customFetch] = boundedFetch(signal)
  if (new URL(issuer).protocol === 'http:') allowInsecureRequests(configuration)
  enableNonRepudiationChecks(configuration)
  const { userinfo_endpoint: userinfo } = metadata
  return {
    configuration,
    isOpenId: true,
    userinfoUrl: userinfo === undefined ? null : new URL(userinfo),
    mailUrl: null,
    name: metadata.issuer,
    scope: scope || 'openid profile email',
  }
}

function typedSite(settings: SiteSettings, signal: AbortSignal): OtherSite {
  const { protocol, host, authorizePath, tokenPath, resourcePath, userinfoPath, clientId, clientSecret } = settings
  const origin = `${protocol}://${host}`
  const metadata = {
    issuer: origin,
    authorization_endpoint: origin + authorizePath,
    token_endpoint: origin + tokenPath,
  }
  const configuration = new Configuration(metadata, clientId, clientSecret, authentication(clientSecret, null))
  configuration[customFetch] = boundedFetch(signal, withoutIdToken)
  if (protocol === 'http') allowInsecureRequests(configuration)
  const userinfo = userinfoPath || resourcePath
  const userinfoUrl = userinfo === '' ? null : new URL(userinfo, origin)
  const mailUrl = settings.preset === 'github' && userinfoUrl ? new URL(`${userinfoUrl.href}/emails`) : null
  return { configuration, isOpenId: false, userinfoUrl, mailUrl, name: origin, scope: settings.scope }
}

/** With manually entered paths the signer is unknown, so tokens cannot be verified. The API is called instead. */
function withoutIdToken(text: string): string {
  try {
    const read = JSON.parse(text) as unknown
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return text
    const { id_token: _, ...reply } = read as Readonly<Record<string, unknown>>
    return JSON.stringify(reply)
  } catch {
    return text
  }
}

/** @param methods supported by the site; null when unknown */
function authentication(secret: string, methods: readonly string[] | null): ClientAuth {
  if (secret === '') return None()
  const isPosted = methods === null || methods.includes('client_secret_post')
  return isPosted ? ClientSecretPost(secret) : ClientSecretBasic(secret)
}
