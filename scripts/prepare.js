// Installs what is missing and builds: for those who start the server in another way than `npm start`.
import { build, ensureToolchain } from './toolchain.js';

await ensureToolchain();
build();
