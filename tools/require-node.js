// Plain JavaScript: on an old Node nothing else of this project would even load.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `This needs Node 24 or newer and runs on ${process.versions.node}. npm install brings one ` +
      'for Linux (x64, arm64) and Windows (x64), and npm scripts use it; elsewhere, or where ' +
      'npm left it out, install Node 24 from nodejs.org.',
  )
  process.exit(1)
}
