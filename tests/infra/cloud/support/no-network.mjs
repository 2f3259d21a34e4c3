// Preloaded with `--import` to run a program as if the machine had no network.
import dns from 'node:dns';
import net from 'node:net';

const unreachable = () => Object.assign(new Error('connect ENETUNREACH'), { code: 'ENETUNREACH' });

net.Socket.prototype.connect = function connect() {
  process.nextTick(() => this.destroy(unreachable()));
  return this;
};
dns.lookup = (_host, ...rest) => process.nextTick(rest.at(-1), unreachable());
