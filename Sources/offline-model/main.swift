import Glibc
import OfflineModel

let status = await OfflineModelCommand.run(Array(CommandLine.arguments.dropFirst()))
// Without C's exit handlers: those of libraries would take away what threads of connections still use.
fflush(nil)
_exit(status)
