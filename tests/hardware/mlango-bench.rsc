# Once, on the router that is to be asked: /import mlango-bench.rsc
# A user of the API for the questions, from private networks alone. Take it away afterwards: /user remove mlango-hardware-bench
:if ([:len [/user find name="mlango-hardware-bench"]] = 0) do={
  /user add name="mlango-hardware-bench" group=full password="change-me-at-once" address=10.0.0.0/8,172.16.0.0/12,192.168.0.0/16
}
# Since 7.19 each open connection is a row of its service's name, which takes no change.
:foreach mlgRow in=[/ip service find name="api"] do={ :do { /ip service set $mlgRow disabled=no } on-error={} }
:put "Now set its password: /user set mlango-hardware-bench password=..."
