import CompactorCommands
import Glibc

exit(await runCompactor(Array(CommandLine.arguments.dropFirst())))
