/** Settings of Swift's servers (https://docs.openstack.org/swift/latest/config/): one process each. */

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${process.getuid?.() === 0 ? 'root' : (process.env['USER'] ?? 'nobody')}
swift_dir = ${folder}
log_level = ERROR
log_address = ${folder}/no-log
`

/** Keeps one kind of thing, on the one device. */
export const storageServer = (
  kind: 'account' | 'container' | 'object',
  folder: string,
  port: number,
) => `${common(folder, port)}
devices = ${folder}/devices
mount_check = false
container_update_timeout = 5
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`

/** Speaks S3, and knows one user. */
export const proxyServer = (
  folder: string,
  port: number,
  memcachedPort: number,
) => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcachedPort}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`
