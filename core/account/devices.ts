import type { Context } from '../context.ts'
import { limits } from '../limits.ts'

/** A browser in which somebody logged in. */
interface Device {
  readonly userId: number
  /** Random; its own failures are counted by it. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly until: number
}

const DEVICES_KEPT = 10
const ID_BYTES = 12
const PURPOSE = 'devices'

/**
 * What names this browser as one in which this person logged in before; null when they did not. Guesses of others never
 * keep such a browser out (threats T6).
 */
export const deviceOf = (ctx: Context, userId: number): string | null =>
  devicesIn(ctx).find((device) => device.userId === userId)?.id ?? null

/** Has the browser remember, sealed, that this person logged in with it. */
export function rememberDevice(ctx: Context, userId: number): void {
  const { clock, keys, seals } = ctx.services
  const devices = devicesIn(ctx)
  const id = devices.find((device) => device.userId === userId)?.id ?? keys.random(ID_BYTES)
  const others = devices.filter((device) => device.userId !== userId).slice(1 - DEVICES_KEPT)
  const kept = [...others, { userId, id, until: clock.now().getTime() + limits.deviceMs }]
  ctx.session.rememberDevices(seals.seal(JSON.stringify(kept), PURPOSE))
}

/** Those that are remembered still; none when the cookie is not of our making. */
function devicesIn({ services: { clock, seals }, session }: Context): readonly Device[] {
  if (session.sealedDevices === null) return []
  try {
    const devices = JSON.parse(seals.open(session.sealedDevices, PURPOSE)) as readonly Device[]
    return devices.filter(({ until }) => until > clock.now().getTime())
  } catch {
    return []
  }
}
