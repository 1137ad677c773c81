// Plain JavaScript for the oldest Node: one that cannot read the sources says so instead of failing on the first of them.
const NEEDED = [24, 7]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  process.stderr.write(
    `Octavo needs Node.js ${NEEDED.join('.')} or newer and found ${process.versions.node}: there is no packaged Node for this machine, so install one.\n`,
  )
  process.exitCode = 1
}
