import Glibc
import OfflineModel

exit(await OfflineModelCommand.run(Array(CommandLine.arguments.dropFirst())))
