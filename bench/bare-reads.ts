import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

/*
 * What reads.ts measures against, in a process of its own: `node:http` and one prepared statement for the portions of a
 * day, without a framework, a session, a norm or a check of anything. Standard output tells its port.
 */
const [file = ''] = process.argv.slice(2);
const database = new DatabaseSync(file, { readOnly: true });
const portionsOfDay = database.prepare(
  'select id, time, volume_ml from portion where account_id = ? and day = ? order by time, id',
);
const server = createServer((request, response) => {
  const query = request.url?.split('?')[1] ?? '';
  const [account = '', day = ''] = query.split('&');
  const body = JSON.stringify(portionsOfDay.all(account, day));
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : address);
});
