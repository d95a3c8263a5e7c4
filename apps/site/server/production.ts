/**
 * What `npm run build` made is production, whatever the shell says: without this, React loads the
 * build of itself that is for developing, which renders at half the speed. It looks once, when it
 * is first imported; so this comes before every other import.
 */
process.env['NODE_ENV'] = 'production'
